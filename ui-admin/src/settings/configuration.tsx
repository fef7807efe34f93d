export function Configuration() { return null }
