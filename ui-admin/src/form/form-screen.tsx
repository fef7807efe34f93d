export function FormScreen(_: { name: string; mode: string }) { return null }
