import { defineTexts } from '../../../../ui-admin/src/kit/index.ts'

/** Texts of attributes and of what products carry of them. */
export const useTexts = defineTexts({
  'en-US': {
    category: 'Lists of categories',
    search: 'Search results',
    product: "The product's page",
    none: 'There are no attributes yet. They stand in the menu under Attributes.',
    unsaid: 'Not said',
    yes: 'Yes',
    no: 'No',
    failed: 'Get Data Fail',
  },
  'zh-HK': {
    category: '分類清單',
    search: '搜尋結果',
    product: '商品頁',
    none: '尚未有屬性。可在選單的「屬性」中新增。',
    unsaid: '未註明',
    yes: '是',
    no: '否',
    failed: '取得資料失敗',
  },
  'zh-CN': {
    category: '分类列表',
    search: '搜索结果',
    product: '商品页',
    none: '尚未有属性。可在菜单的“属性”中添加。',
    unsaid: '未注明',
    yes: '是',
    no: '否',
    failed: '获取数据失败',
  },
})
