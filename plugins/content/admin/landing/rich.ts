interface Block {
  type: string
  data: { text?: unknown; level?: unknown; style?: unknown; items?: unknown }
}

const str = (value: unknown) => (typeof value === 'string' ? value : '')

/** Converts a list item; versions of the editor use different formats. */
const itemHtml = (item: unknown): string =>
  `<li>${typeof item === 'string' ? item : str((item as { content?: unknown } | null)?.content)}</li>`

function blockHtml({ type, data }: Block): string {
  if (type === 'header') return `<h${Number(data.level) || 2}>${str(data.text)}</h${Number(data.level) || 2}>`
  if (type === 'list') {
    const tag = data.style === 'ordered' ? 'ol' : 'ul'
    return `<${tag}>${(Array.isArray(data.items) ? data.items : []).map(itemHtml).join('')}</${tag}>`
  }
  return `<p>${str(data.text)}</p>`
}

/** Converts rich text to HTML for the builder: stored blocks are converted, HTML stays. The server sanitizes it on save. */
export function asHtml(value: unknown): string {
  const text = str(value)
  if (!text.startsWith('{')) return text
  try {
    const { blocks } = JSON.parse(text) as { blocks?: Block[] }
    return Array.isArray(blocks) ? blocks.map(blockHtml).join('') : text
  } catch {
    return text
  }
}
