import Quote from '@editorjs/quote'

/** Quotation with a source, without the alignment option, which the store does not use. */
export class QuoteTool extends Quote {
  override renderSettings() {
    return []
  }
}
