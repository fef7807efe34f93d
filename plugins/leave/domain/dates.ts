/** Whether dates, and the leave years around them, can be counted: four-digit years with room on both sides. */
export const isCountable = (date: string): boolean => date >= '1900-01-01' && date <= '2999-12-31'
