import { type Browser, chromium } from 'playwright-core';
import { debianProgram } from '../debianProgram.mts';

/**
 * Starts the Chromium or Chrome of this machine without a window, or one that is installed now.
 *
 * @throws with what to install
 */
export async function startChromium(): Promise<Browser> {
	const executablePath = await debianProgram({
		programs: ['chromium', 'chromium-browser', 'google-chrome'],
		// Without fonts it draws no text but n8n's own.
		packages: ['chromium', 'fonts-liberation'],
		needed:
			'The tests in a browser need Chromium. Install Chromium or Chrome, so that chromium, chromium-browser or google-chrome is on the PATH',
	});
	return await chromium.launch({ executablePath });
}
