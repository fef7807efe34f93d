import { defineTexts } from '../kit/texts.ts'

/** Texts of the place files are dropped on. */
export const useTexts = defineTexts({
  'en-US': {
    add: 'Add files',
    photo: 'Take a photo',
    here: 'or drop or paste them here',
    sending: 'Sending {{name}}',
    remove: 'Remove {{name}}',
    removed: '{{name}} removed',
    many: 'There can be {{count}} files at most.',
    large: 'It may have {{size}} at most.',
    type: 'Files of this kind are not taken.',
    files: 'Files',
  },
  'zh-HK': {
    add: '加入檔案',
    photo: '拍照',
    here: '或拖放、貼上到此處',
    sending: '正在傳送 {{name}}',
    remove: '移除 {{name}}',
    removed: '已移除 {{name}}',
    many: '最多可加入 {{count}} 個檔案。',
    large: '大小上限為 {{size}}。',
    type: '不接受此類檔案。',
    files: '檔案',
  },
  'zh-CN': {
    add: '添加文件',
    photo: '拍照',
    here: '或拖放、粘贴到此处',
    sending: '正在发送 {{name}}',
    remove: '移除 {{name}}',
    removed: '已移除 {{name}}',
    many: '最多可添加 {{count}} 个文件。',
    large: '大小上限为 {{size}}。',
    type: '不接受此类文件。',
    files: '文件',
  },
})
