export function ListScreen(_: { name: string }) { return null }
