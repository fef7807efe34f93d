/** Minutes as hours and minutes, such as `7:50`. */
export const formatMinutes = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
