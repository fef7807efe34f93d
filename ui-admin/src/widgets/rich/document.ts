import type { OutputData } from '@editorjs/editorjs'

/** What is stored as an Editor.js document; plain text becomes one paragraph. */
export function readDocument(value: unknown): OutputData {
  if (typeof value === 'object' && value !== null && 'blocks' in value) return value as OutputData
  if (typeof value !== 'string' || value.trim() === '') return { blocks: [] }
  try {
    const parsed = JSON.parse(value) as OutputData
    if (Array.isArray(parsed.blocks)) return parsed
  } catch {
    // Not a document but a text from elsewhere: shown as it is.
  }
  return { blocks: [{ type: 'paragraph', data: { text: value } }] }
}

/** The stored form: one JSON text without the time stamp, which would make every look at a text a change. */
export function writeDocument(data: OutputData): string {
  return data.blocks.length ? JSON.stringify({ blocks: data.blocks.map(({ type, data: block }) => ({ type, data: block })) }) : ''
}
