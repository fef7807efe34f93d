import { defineTexts } from '../../../../ui-admin/src/kit/index.ts'

/** Texts of the template's settings. */
export const useTexts = defineTexts({
  'en-US': {
    pick: 'Pick the colour: {{name}}',
    enough: '{{ratio}} : 1 on the background, can be read',
    tooLittle: '{{ratio}} : 1 on the background, at least 4.5 is needed',
    unknown: 'Write it as #1f5f4a',
    sample: 'Aa',
  },
  'zh-HK': {
    pick: '選擇顏色：{{name}}',
    enough: '與背景的對比度為 {{ratio}} : 1，易於閱讀',
    tooLittle: '與背景的對比度為 {{ratio}} : 1，至少需要 4.5',
    unknown: '請寫成 #1f5f4a 的形式',
    sample: '字',
  },
  'zh-CN': {
    pick: '选择颜色：{{name}}',
    enough: '与背景的对比度为 {{ratio}} : 1，易于阅读',
    tooLittle: '与背景的对比度为 {{ratio}} : 1，至少需要 4.5',
    unknown: '请写成 #1f5f4a 的形式',
    sample: '字',
  },
})
