import { defineTexts } from '../../../../ui-admin/src/kit/index.ts'

/** Texts of what to order. */
export const useSuggestTexts = defineTexts({
  'en-US': {
    suggest: 'What to order',
    suggestHow: 'Stocks that fall to their low mark before a delivery could be there, by what was sold in thirty days.',
    nothingLow: 'Nothing runs low',
    makeDrafts: 'Make drafts ({{count}})',
    draftsMade: 'Drafts made',
    take: 'Order',
    takeThis: 'Order {{name}}',
    available: 'Available',
    threshold: 'Low mark',
    sold: 'Sold in 30 days',
    noSupplier: 'No supplier known',
  },
  'zh-HK': {
    suggest: '採購建議',
    suggestHow: '按三十天銷量計算，在到貨前會跌至低庫存線的規格。',
    nothingLow: '沒有庫存不足的貨品',
    makeDrafts: '建立草稿（{{count}}）',
    draftsMade: '已建立草稿',
    take: '訂購',
    takeThis: '訂購 {{name}}',
    available: '可售',
    threshold: '低庫存線',
    sold: '30 天銷量',
    noSupplier: '未有供應商',
  },
  'zh-CN': {
    suggest: '采购建议',
    suggestHow: '按三十天销量计算，在到货前会跌至低库存线的规格。',
    nothingLow: '没有库存不足的货品',
    makeDrafts: '创建草稿（{{count}}）',
    draftsMade: '已创建草稿',
    take: '订购',
    takeThis: '订购 {{name}}',
    available: '可售',
    threshold: '低库存线',
    sold: '30 天销量',
    noSupplier: '没有供应商',
  },
})
