/** The merge fields: data of a recipient that a message can contain. */
export const mergeFields = ['first_name', 'last_name', 'name', 'company', 'email'] as const
export type MergeField = (typeof mergeFields)[number]

/** The values of the merge fields for one recipient. */
export type MergeData = Partial<Record<MergeField, string>>

const space = String.raw`(?:\s|&nbsp;)*`

/** Syntax: `{{first_name}}`, or with a fallback for an empty value: `{{first_name|friend}}`. */
const field = new RegExp(String.raw`\{\{${space}([A-Za-z_][A-Za-z0-9_]*)${space}(?:\|([^{}]*))?\}\}`, 'g')

const isField = (name: string): name is MergeField => (mergeFields as readonly string[]).includes(name)

/** Merge fields in a text that do not exist. */
export const findUnknownFields = (text: string): string[] => [
  ...new Set([...text.matchAll(field)].flatMap(([, name = '']) => (isField(name) ? [] : [name]))),
]

const trimmed = (fallback: string | undefined) => (fallback ?? '').replaceAll(/^(?:\s|&nbsp;)+|(?:\s|&nbsp;)+$/g, '')

/** Removes control characters and line breaks from a value. */
// oxlint-disable-next-line no-control-regex
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F\u2028\u2029]+/g, ' ').trim()

/** Replaces each field once. Values are not expanded again, so a name that contains `{{…}}` stays text. */
const fill = (text: string, data: MergeData, write: (value: string) => string): string =>
  text.replaceAll(field, (whole, name: string, fallback?: string) => {
    if (!isField(name)) return whole
    const value = oneLine(data[name] ?? '')
    return value ? write(value) : trimmed(fallback)
  })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Fills HTML. Values are escaped. */
export const fillHtml = (html: string, data: MergeData): string => fill(html, data, escapeHtml)

/** Fills a plain text of several lines. */
export const fillText = (text: string, data: MergeData): string => fill(text, data, (value) => value)

/** Fills a text that must stay on one line, such as a subject. This prevents header injection through a name. */
export const fillLine = (text: string, data: MergeData): string => oneLine(fillText(text, data))
