/** The names in a text, between its blanks and line ends: each list of names in this room is written as one text. */
export const listOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);
