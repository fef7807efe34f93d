export default function ImportDialog(_: { resource: unknown; close: () => void }) { return null }
