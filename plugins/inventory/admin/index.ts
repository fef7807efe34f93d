export const screens = {}
