import type { Resource } from '../../shared/operation';
import { agent } from './agent';
import { agentVersion } from './agentVersion';
import { builtInTool } from './builtInTool';
import { customFunction } from './customFunction';
import { knowledgeBaseDocument } from './knowledgeBaseDocument';
import { postCallAnalysis } from './postCallAnalysis';
import { voice } from './voice';

/** The resources of the node, in the order of the editor. */
export const resources: readonly Resource[] = [
	agent,
	agentVersion,
	builtInTool,
	customFunction,
	knowledgeBaseDocument,
	postCallAnalysis,
	voice,
];
