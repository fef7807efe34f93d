import Quote from '@editorjs/quote'

/** A quotation with its source. The shop sets all of them alike, so there is no alignment to choose. */
export class QuoteTool extends Quote {
  override renderSettings() {
    return []
  }
}
