import { defineTexts } from '../../../../ui-admin/src/kit/index.ts'

/** Texts of the order view. */
export const useTexts = defineTexts({
  'en-US': {
    items: 'Items', item: 'Item', quantity: 'Quantity', unit: 'Unit price', total: 'Total', subtotal: 'Subtotal', discount: 'Discount', shipping: 'Shipping',
    paid: 'Paid', refunded: 'Refunded', history: 'History', customer: 'Customer', delivery: 'Delivery', payment: 'Payment', note: 'Note from the customer',
    comment: 'Write a comment', visible: 'The customer may read it', add: 'Add comment', added: 'Comment added', failed: 'Submit Fail', placed: 'Order placed',
    moved: '{{to}}', loading: 'Loading the order', missing: 'ID not exists', wasPrice: 'Regular price {{price}}', by: 'by {{who}}', currency: 'Charged in {{currency}} at a rate of {{rate}}',
  },
  'zh-HK': {
    items: '項目', item: '項目', quantity: '數量', unit: '單價', total: '總計', subtotal: '小計', discount: '折扣', shipping: '運費',
    paid: '已付', refunded: '已退', history: '紀錄', customer: '顧客', delivery: '送貨', payment: '付款', note: '顧客備註',
    comment: '撰寫留言', visible: '顧客可閱讀', add: '加入留言', added: '已加入留言', failed: '提交失敗', placed: '已下單',
    moved: '{{to}}', loading: '正在載入訂單', missing: '編號不存在', wasPrice: '原價 {{price}}', by: '操作者：{{who}}', currency: '以 {{currency}} 收費，匯率 {{rate}}',
  },
  'zh-CN': {
    items: '项目', item: '项目', quantity: '数量', unit: '单价', total: '总计', subtotal: '小计', discount: '折扣', shipping: '运费',
    paid: '已付', refunded: '已退', history: '记录', customer: '顾客', delivery: '送货', payment: '付款', note: '顾客备注',
    comment: '撰写留言', visible: '顾客可阅读', add: '添加留言', added: '已添加留言', failed: '提交失败', placed: '已下单',
    moved: '{{to}}', loading: '正在加载订单', missing: 'ID 不存在', wasPrice: '原价 {{price}}', by: '操作者：{{who}}', currency: '以 {{currency}} 收费，汇率 {{rate}}',
  },
})
