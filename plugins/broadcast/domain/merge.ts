/** What of a recipient can stand in a message. */
export const mergeFields = ['first_name', 'last_name', 'name', 'company', 'email'] as const
export type MergeField = (typeof mergeFields)[number]

/** What is known of a recipient. */
export type MergeData = Partial<Record<MergeField, string>>

const space = String.raw`(?:\s|&nbsp;)*`

/** `{{first_name}}`, or with what is said instead of nothing: `{{first_name|friend}}`. */
const field = new RegExp(String.raw`\{\{${space}([A-Za-z_][A-Za-z0-9_]*)${space}(?:\|([^{}]*))?\}\}`, 'g')

const isField = (name: string): name is MergeField => (mergeFields as readonly string[]).includes(name)

/** Fields in a text that there are none of. */
export const findUnknownFields = (text: string): string[] => [
  ...new Set([...text.matchAll(field)].flatMap(([, name = '']) => (isField(name) ? [] : [name]))),
]

const trimmed = (fallback: string | undefined) => (fallback ?? '').replaceAll(/^(?:\s|&nbsp;)+|(?:\s|&nbsp;)+$/g, '')

/** What a name holds beside letters is nothing anybody is called by. */
// oxlint-disable-next-line no-control-regex
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F\u2028\u2029]+/g, ' ').trim()

/** Every field once: what a name holds is never read again. */
const fill = (text: string, data: MergeData, write: (value: string) => string): string =>
  text.replaceAll(field, (whole, name: string, fallback?: string) => {
    if (!isField(name)) return whole
    const value = oneLine(data[name] ?? '')
    return value ? write(value) : trimmed(fallback)
  })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as markup. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Fills markup: what people are called is text in it. */
export const fillHtml = (html: string, data: MergeData): string => fill(html, data, escapeHtml)

/** Fills a text of several lines. */
export const fillText = (text: string, data: MergeData): string => fill(text, data, (value) => value)

/** Fills what has to stay one line, such as a subject: nobody adds a header by their name. */
export const fillLine = (text: string, data: MergeData): string => oneLine(fillText(text, data))
