import type { EditorConfig, I18nDictionary, ToolConstructable } from '@editorjs/editorjs'
import Header from '@editorjs/header'
import List from '@editorjs/list'
import Table from '@editorjs/table'
import { failureLines } from '../../api/failure.ts'
import { notifyFailure } from '../../common/toasts.tsx'
import { t } from '../../i18n/index.ts'
import { fileUrl } from '../base/files.ts'
import { uploadFile } from '../base/upload-file.ts'
import { PictureTool } from './picture-tool.ts'
import { QuoteTool } from './quote-tool.ts'
import { VideoTool } from './video-tool.ts'

const asTool = (tool: unknown) => tool as ToolConstructable

/** Uploads an image through the regular upload; the editor stores its URL. */
async function uploadPicture(file: Blob): Promise<{ success: 1; file: { url: string } }> {
  try {
    const { path } = await uploadFile(file as File, 'image')
    return { success: 1, file: { url: fileUrl(path) } }
  } catch (error) {
    notifyFailure(t('failure.upload'), error)
    throw new Error(failureLines(error).join(' '), { cause: error })
  }
}

/** Accepts pasted image URLs of this site only, because every visitor would load other ones from their server. */
function keepOwn(url: string): Promise<{ success: 1; file: { url: string } }> {
  const { origin, pathname } = new URL(url, location.href)
  if (origin === location.origin && pathname.startsWith('/files/')) return Promise.resolve({ success: 1, file: { url: pathname } })
  notifyFailure(t('failure.upload'), new Error(t('editor.ownPicturesOnly')))
  return Promise.reject(new Error(t('editor.ownPicturesOnly')))
}

/** Tools of the editor, depending on the upload permission. */
export function toolsFor(mayUpload: boolean): NonNullable<EditorConfig['tools']> {
  return {
    header: { class: asTool(Header), inlineToolbar: true, config: { levels: [2, 3, 4], defaultLevel: 2 } },
    list: {
      class: asTool(List),
      inlineToolbar: true,
      config: { defaultStyle: 'unordered', maxLevel: 4 },
      // The store does not render checklists.
      toolbox: [{ data: { style: 'unordered' } }, { data: { style: 'ordered' } }],
    },
    table: { class: asTool(Table), inlineToolbar: true },
    quote: {
      class: asTool(QuoteTool),
      inlineToolbar: true,
      config: { quotePlaceholder: t('editor.quote'), captionPlaceholder: t('editor.quoteSource') },
    },
    embed: { class: asTool(VideoTool) },
    ...(mayUpload
      ? {
          image: {
            class: asTool(PictureTool),
            inlineToolbar: true,
            config: {
              types: 'image/png, image/jpeg, image/gif, image/svg+xml',
              captionPlaceholder: t('editor.caption'),
              buttonContent: t('widget.chooseImage'),
              uploader: { uploadByFile: uploadPicture, uploadByUrl: keepOwn },
              features: { border: false, stretch: false, background: false },
            },
          },
        }
      : {}),
  }
}

/** Translations of the editor's texts, keyed by the English ones. */
export function editorWords(): I18nDictionary {
  return {
    ui: {
      blockTunes: { toggler: { 'Click to tune': t('editor.tune'), 'or drag to move': '' } },
      inlineToolbar: { converter: { 'Convert to': t('editor.convert') } },
      toolbar: { toolbox: { Add: t('editor.add') } },
      popover: { Filter: t('editor.filter'), 'Nothing found': t('common.nothingFound'), 'Convert to': t('editor.convert') },
    },
    toolNames: {
      Text: t('editor.text'),
      Heading: t('editor.heading'),
      'Unordered List': t('editor.list'),
      'Ordered List': t('editor.numbers'),
      Table: t('editor.table'),
      Quote: t('editor.quote'),
      Image: t('editor.image'),
      Link: t('editor.link'),
      Bold: t('editor.bold'),
      Italic: t('editor.italic'),
    },
    tools: {
      header: { 'Heading 2': t('editor.heading2'), 'Heading 3': t('editor.heading3'), 'Heading 4': t('editor.heading4') },
      link: { 'Add a link': t('editor.addLink') },
      table: {
        'Add column to left': t('editor.columnLeft'),
        'Add column to right': t('editor.columnRight'),
        'Delete column': t('editor.columnDelete'),
        'Add row above': t('editor.rowAbove'),
        'Add row below': t('editor.rowBelow'),
        'Delete row': t('editor.rowDelete'),
        'With headings': t('editor.withHeadings'),
        'Without headings': t('editor.withoutHeadings'),
      },
    },
    blockTunes: {
      delete: { Delete: t('common.delete'), 'Click to delete': t('editor.deleteAgain') },
      moveUp: { 'Move up': t('editor.up') },
      moveDown: { 'Move down': t('editor.down') },
    },
  } as I18nDictionary
}
