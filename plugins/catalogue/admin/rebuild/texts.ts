import { defineTexts } from '#admin'

/** Texts of rebuilding the search index. */
export const useTexts = defineTexts({
  'en-US': {
    title: 'Search index',
    hint: 'Products keep up with every change by themselves. Rebuild it after data was brought in past the product, or when a search misses something.',
    begin: 'Rebuild the search index',
    failed: 'The index could not be rebuilt',
  },
  'zh-HK': {
    title: '搜尋索引',
    hint: '商品每次更改後會自動更新索引。如曾以其他方式匯入資料，或搜尋結果有遺漏，可在此重建。',
    begin: '重建搜尋索引',
    failed: '未能重建索引',
  },
  'zh-CN': {
    title: '搜索索引',
    hint: '商品每次更改后会自动更新索引。如曾以其他方式导入数据，或搜索结果有遗漏，可在此重建。',
    begin: '重建搜索索引',
    failed: '未能重建索引',
  },
})
