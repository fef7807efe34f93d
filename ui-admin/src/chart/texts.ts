import { defineTexts } from '../kit/texts.ts'

/** Texts around charts. */
export const useTexts = defineTexts({
  'en-US': { view: 'Shown as', chart: 'Chart', table: 'Table', failed: 'The chart could not be loaded. The table shows the same numbers.' },
  'zh-HK': { view: '顯示方式', chart: '圖表', table: '表格', failed: '無法載入圖表。表格顯示相同的數字。' },
  'zh-CN': { view: '显示方式', chart: '图表', table: '表格', failed: '无法加载图表。表格显示相同的数字。' },
})
