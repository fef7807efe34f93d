/** Types of files that cannot be imported, by the message that explains what to do instead. */
export type UnreadKind = 'old_excel' | 'calendar' | 'address_card' | 'open_document' | 'binary'

const endings: Readonly<Record<string, UnreadKind>> = {
  xls: 'old_excel',
  ics: 'calendar',
  ods: 'open_document',
  numbers: 'open_document',
  pdf: 'binary',
  zip: 'binary',
}

/** Detects such a file by its extension. */
export const kindOfName = (name: string): UnreadKind | undefined => endings[name.toLowerCase().split('.').at(-1) ?? '']

/** Detects such a file by its first bytes, when its extension says text. */
export function kindOfFile(head: Buffer): UnreadKind | undefined {
  const text = head.subarray(0, 40).toString('latin1')
  if (text.startsWith('\u00d0\u00cf\u0011\u00e0')) return 'old_excel'
  if (/^(\u00ef\u00bb\u00bf)?BEGIN:VCALENDAR/i.test(text)) return 'calendar'
  if (/^(\u00ef\u00bb\u00bf)?BEGIN:VCARD/i.test(text)) return 'address_card'
  return /^(%PDF-|PK\u0003\u0004|\u0089PNG|\u00ff\u00d8\u00ff|GIF8|\u001f\u008b)/.test(text) ? 'binary' : undefined
}
