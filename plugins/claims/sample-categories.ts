/** Sample categories of expenses, which the shop can edit. Limits in the base currency. */
export const sampleCategories = [
  {
    code: 'travel',
    title: { 'en-US': 'Travel and transport', 'zh-HK': '交通', 'zh-CN': '交通' },
    receipt_required_over: '50.00',
    is_default: true,
    mileage_rates: [],
  },
  {
    code: 'meals',
    title: { 'en-US': 'Meals and entertainment', 'zh-HK': '膳食及應酬', 'zh-CN': '餐饮及招待' },
    limit_day: '400.00',
    mileage_rates: [],
  },
  {
    code: 'hotel',
    title: { 'en-US': 'Accommodation', 'zh-HK': '住宿', 'zh-CN': '住宿' },
    limit_item: '1500.00',
    mileage_rates: [],
  },
  {
    code: 'mileage',
    title: { 'en-US': 'Own car', 'zh-HK': '私家車里數', 'zh-CN': '自驾里程' },
    mileage_rates: [{ effective_from: '2024-01-01', rate: '3.2' }],
  },
  {
    code: 'office',
    title: { 'en-US': 'Office supplies', 'zh-HK': '辦公用品', 'zh-CN': '办公用品' },
    limit_month: '1000.00',
    mileage_rates: [],
  },
  {
    code: 'phone',
    title: { 'en-US': 'Phone and internet', 'zh-HK': '電話及上網', 'zh-CN': '电话及上网' },
    limit_month: '300.00',
    mileage_rates: [],
  },
] as const
