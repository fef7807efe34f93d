export default function ActionInput(_: { action: unknown; run: unknown; close: () => void }) { return null }
