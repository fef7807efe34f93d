import { cleanRich, unlessBlank } from '../text/rich.ts'
import { defineKind, fieldsOf } from './define.ts'
import { type Lengths, textSchema } from './texts.ts'

/** Rich text: Editor.js JSON or HTML, cleaned whenever it is written. */
export const rich = fieldsOf<string, Lengths>(
  defineKind({
    name: 'rich',
    display: 'html',
    widget: 'rich',
    column: 'text',
    long: true,
    blankText: true,
    // An editor may send its document as it is, and one of nothing is nothing.
    settle: (value) => unlessBlank(value !== null && typeof value === 'object' ? JSON.stringify(value) : value),
    clean: (value: string) => cleanRich(value),
    schema: (m) => textSchema(m),
    docs: 'Rich text: Editor.js JSON or HTML, cleaned when written.',
  }),
  { maxLength: 1_000_000 },
)
