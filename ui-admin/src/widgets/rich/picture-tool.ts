import ImageTool from '@editorjs/image'

/** The image tool with an accessible name: the caption becomes the alternative text, as in the store. */
export class PictureTool extends ImageTool {
  override render(): HTMLDivElement {
    const block = super.render()
    const name = () => {
      const words = block.querySelector('.image-tool__caption')?.textContent?.trim() ?? ''
      for (const picture of block.querySelectorAll('img')) if (picture.alt !== words || !picture.hasAttribute('alt')) picture.alt = words
    }
    // The image is inserted after its upload; the observer is garbage-collected with the block.
    new MutationObserver(name).observe(block, { childList: true, subtree: true, characterData: true })
    name()
    return block
  }
}
