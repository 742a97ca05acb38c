/** When this n8n process began, in ms since 1970. An earlier delivery is from a process that is gone. */
export const processStart = (): number => Math.round(performance.timeOrigin);
