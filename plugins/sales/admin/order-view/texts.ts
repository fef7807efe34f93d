import { defineTexts } from '../../../../ui-admin/src/kit/index.ts'

/** Texts of the order view. */
export const useTexts = defineTexts({
  'en-US': {
    items: 'Items', item: 'Item', quantity: 'Quantity', unit: 'Unit price', total: 'Total', subtotal: 'Subtotal', discount: 'Discount', shipping: 'Shipping',
    paid: 'Paid', refunded: 'Refunded', history: 'History', customer: 'Customer', delivery: 'Delivery', payment: 'Payment', note: 'Note from the customer',
    comment: 'Write a comment', visible: 'The customer may read it', add: 'Add comment', added: 'Comment added', failed: 'Submit Fail', 
    loading: 'Loading the order', missing: 'ID not exists', currency: 'Charged in {{currency}} at a rate of {{rate}}',
    today: 'Today', yesterday: 'Yesterday', guest: 'Customer (guest)', customer_who: 'Customer', system: 'By itself', steps: 'Progress of the order', done: 'done', now: 'now', due: 'Still to be paid',
  },
  'zh-HK': {
    items: '項目', item: '項目', quantity: '數量', unit: '單價', total: '總計', subtotal: '小計', discount: '折扣', shipping: '運費',
    paid: '已付', refunded: '已退', history: '紀錄', customer: '顧客', delivery: '送貨', payment: '付款', note: '顧客備註',
    comment: '撰寫留言', visible: '顧客可閱讀', add: '加入留言', added: '已加入留言', failed: '提交失敗', 
    loading: '正在載入訂單', missing: '編號不存在', currency: '以 {{currency}} 收費，匯率 {{rate}}',
    today: '今天', yesterday: '昨天', guest: '顧客（訪客）', customer_who: '顧客', system: '系統', steps: '訂單進度', done: '已完成', now: '目前', due: '尚待付款',
  },
  'zh-CN': {
    items: '项目', item: '项目', quantity: '数量', unit: '单价', total: '总计', subtotal: '小计', discount: '折扣', shipping: '运费',
    paid: '已付', refunded: '已退', history: '记录', customer: '顾客', delivery: '送货', payment: '付款', note: '顾客备注',
    comment: '撰写留言', visible: '顾客可阅读', add: '添加留言', added: '已添加留言', failed: '提交失败', 
    loading: '正在加载订单', missing: 'ID 不存在', currency: '以 {{currency}} 收费，汇率 {{rate}}',
    today: '今天', yesterday: '昨天', guest: '顾客（访客）', customer_who: '顾客', system: '系统', steps: '订单进度', done: '已完成', now: '目前', due: '尚待付款',
  },
})
