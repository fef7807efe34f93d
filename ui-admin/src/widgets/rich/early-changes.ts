import type EditorJS from '@editorjs/editorjs'

/**
 * Captures what is typed into a text before its editor is listening; otherwise the input after Tab would be lost. The captured text is
 * appended, and the caret placed after it. Call the returned function once the editor is listening.
 */
export function captureEarlyTyping(into: HTMLElement, label: string): (editor: EditorJS) => void {
  const early = document.createElement('textarea')
  early.className = 'rich-early'
  early.setAttribute('aria-label', label)
  into.append(early)
  return ({ blocks, caret }) => {
    const typed = early.value
    const here = document.activeElement === early
    early.remove()
    for (const line of typed.split('\n').filter(Boolean)) {
      const at = blocks.getBlocksCount() - 1
      const empty = blocks.getBlockByIndex(at)?.isEmpty ?? false
      // Escaped, as plain text.
      blocks.insert('paragraph', { text: new Option(line).innerHTML }, {}, empty ? at : at + 1, false, empty)
    }
    if (here) caret.setToLastBlock('end')
  }
}
