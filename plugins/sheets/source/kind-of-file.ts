/** Files that are no sheet, by the text that says what to do instead. */
export type UnreadKind = 'old_excel' | 'calendar' | 'address_card' | 'open_document' | 'binary'

const endings: Readonly<Record<string, UnreadKind>> = {
  xls: 'old_excel',
  ics: 'calendar',
  ods: 'open_document',
  numbers: 'open_document',
  pdf: 'binary',
  zip: 'binary',
}

/** What a file is that cannot be read as a sheet, by the ending of its name. */
export const kindOfName = (name: string): UnreadKind | undefined => endings[name.toLowerCase().split('.').at(-1) ?? '']

/** The same by its first bytes, for a file whose name says that it is a text. */
export function kindOfFile(head: Buffer): UnreadKind | undefined {
  const text = head.subarray(0, 40).toString('latin1')
  if (text.startsWith('\u00d0\u00cf\u0011\u00e0')) return 'old_excel'
  if (/^(\u00ef\u00bb\u00bf)?BEGIN:VCALENDAR/i.test(text)) return 'calendar'
  if (/^(\u00ef\u00bb\u00bf)?BEGIN:VCARD/i.test(text)) return 'address_card'
  return /^(%PDF-|PK\u0003\u0004|\u0089PNG|\u00ff\u00d8\u00ff|GIF8|\u001f\u008b)/.test(text) ? 'binary' : undefined
}
