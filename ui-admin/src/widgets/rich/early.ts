import type EditorJS from '@editorjs/editorjs'

/**
 * Takes what is typed into a text whose editor does not listen yet, in place of the next field: who goes on by Tab would else write
 * there, and see nothing of it here. What was typed becomes the end of the text, and the writer goes on behind it.
 * Call what it answers once the editor listens.
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
      // As text, not as marks.
      blocks.insert('paragraph', { text: new Option(line).innerHTML }, {}, empty ? at : at + 1, false, empty)
    }
    if (here) caret.setToLastBlock('end')
  }
}
