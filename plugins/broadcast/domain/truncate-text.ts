/** Truncates a text to what PostgreSQL can store: without NUL and without half of a surrogate pair. */
export const truncateText = (text: string, most: number): string => text.slice(0, most).replaceAll(/\0|\p{Surrogate}/gu, '')
