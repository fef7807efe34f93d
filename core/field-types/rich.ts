import { cleanRich, blankToEmpty } from '../text/rich.ts'
import { defineFieldType, createFieldBuilder } from './define.ts'
import { type Lengths, textSchema } from './texts.ts'

/** Rich text: Editor.js JSON or HTML, sanitized on every write. */
export const rich = createFieldBuilder<string, Lengths>(
  defineFieldType({
    name: 'rich',
    display: 'html',
    widget: 'rich',
    column: 'text',
    long: true,
    blankText: true,
    // An editor may send its document as an object; an empty document becomes an empty value.
    normalize: (value) => blankToEmpty(value !== null && typeof value === 'object' ? JSON.stringify(value) : value),
    sanitize: (value: string) => cleanRich(value),
    schema: (m) => textSchema(m),
    docs: 'Rich text: Editor.js JSON or HTML, cleaned when written.',
  }),
  { maxLength: 1_000_000 },
)
