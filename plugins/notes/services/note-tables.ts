/** Tables of rows that belong to other rows, and tables about staff only. */
export const NOTE_TABLES = {
  note: true,
  note_file: true,
  notice: true,
  note_mention: 'which members of staff a note names',
  notice_mail: 'which members of staff get notices by mail',
} as const
