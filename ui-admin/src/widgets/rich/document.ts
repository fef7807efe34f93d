import type { OutputData } from '@editorjs/editorjs'
import { getBlocks, isHtml } from './from-html.ts'

/** Parses a stored value as an Editor.js document; HTML is converted to blocks, plain text becomes one paragraph. */
export function readDocument(value: unknown): OutputData {
  if (typeof value === 'object' && value !== null && 'blocks' in value) return value as OutputData
  if (typeof value !== 'string' || value.trim() === '') return { blocks: [] }
  try {
    const parsed = JSON.parse(value) as OutputData
    if (Array.isArray(parsed.blocks)) return parsed
  } catch {
    // Not a document, but text from another source.
  }
  if (isHtml(value)) return { blocks: getBlocks(value) }
  return { blocks: [{ type: 'paragraph', data: { text: value } }] }
}

type Data = Record<string, unknown>

const items = (list: unknown): unknown[] =>
  (Array.isArray(list) ? (list as unknown[]) : []).map((item) => {
    const { content, items: below } = (typeof item === 'string' ? { content: item } : item) as Data
    return { content, items: items(below) }
  })

/** The meaningful data of each block type: tools add properties that the server removes. */
const essence: Record<string, (data: Data) => Data> = {
  paragraph: ({ text }) => ({ text }),
  header: ({ text, level }) => ({ text, level }),
  list: ({ style, items: list }) => ({ style, items: items(list) }),
  table: ({ withHeadings, content }) => ({ withHeadings: withHeadings === true, content }),
  quote: ({ text, caption }) => ({ text, caption: caption ?? '' }),
  image: ({ file, caption }) => ({ file: { url: (file as Data | undefined)?.['url'] ?? '' }, caption: caption ?? '' }),
  embed: ({ source, caption }) => ({ source, caption: caption ?? '' }),
}

/** Removes the `rel` attribute that the server adds to links and the editor removes. */
const withoutRel = (text: string): string => text.replaceAll(/(<a\b[^>]*?) rel="(?:noopener|noreferrer| )*"/g, '$1')

/** The canonical stored form: equal content gives an equal string, so that an unchanged text is not reported as changed. */
export function writeDocument(data: OutputData): string {
  if (data.blocks.length === 0) return ''
  return JSON.stringify(
    { blocks: data.blocks.map(({ type, data: block }) => ({ type, data: essence[type]?.(block as Data) ?? block })) },
    (_, value: unknown) => (typeof value === 'string' ? withoutRel(value) : value),
  )
}
