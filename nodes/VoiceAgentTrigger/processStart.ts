/** When this n8n process began, in milliseconds since 1970. A delivery from before it was made by a process that is gone. */
export const processStart = (): number => Math.round(performance.timeOrigin);
