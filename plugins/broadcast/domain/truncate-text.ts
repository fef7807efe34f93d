/** As much of a text as there is room for and can be kept: no NUL, and nothing of a sign that was cut in two. */
export const truncateText = (text: string, most: number): string => text.slice(0, most).replaceAll(/\0|\p{Surrogate}/gu, '')
