/** Truncates a text to what PostgreSQL can store: without NUL and without half of a surrogate pair. */
export const truncateText = (text: string, maxLength: number): string => text.slice(0, maxLength).replaceAll(/\0|\p{Surrogate}/gu, '')
