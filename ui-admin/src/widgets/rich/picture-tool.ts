import ImageTool from '@editorjs/image'

/** The image tool, whose pictures have a name: what is written below them, as in the shop. */
export class PictureTool extends ImageTool {
  override render(): HTMLDivElement {
    const block = super.render()
    const name = () => {
      const words = block.querySelector('.image-tool__caption')?.textContent?.trim() ?? ''
      for (const picture of block.querySelectorAll('img')) if (picture.alt !== words || !picture.hasAttribute('alt')) picture.alt = words
    }
    // The picture comes once it is uploaded; the observer goes with the block.
    new MutationObserver(name).observe(block, { childList: true, subtree: true, characterData: true })
    name()
    return block
  }
}
