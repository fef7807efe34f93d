import type { Seed } from '#core'

const paragraphs = (...texts: string[]) => JSON.stringify({ blocks: texts.map((text) => ({ type: 'paragraph', data: { text } })) })

const pages = [
  {
    url: 'about-us',
    title: { 'en-US': 'About us', 'zh-HK': '關於我們', 'zh-CN': '关于我们' },
    content: {
      'en-US': paragraphs(
        'We began as a single counter in Sheung Wan, weighing out tea by the tael.',
        'Today we still taste every harvest before it goes on the shelf.',
      ),
      'zh-HK': paragraphs('我們由上環一個小小的茶檔開始，以兩計稱茶。', '今天，每一批新茶上架前，我們仍然親自試飲。'),
      'zh-CN': paragraphs('我们从上环一个小小的茶档开始，以两计称茶。', '今天，每一批新茶上架前，我们仍然亲自试饮。'),
    },
  },
  {
    url: 'delivery',
    title: { 'en-US': 'Delivery', 'zh-HK': '送貨安排', 'zh-CN': '送货安排' },
    content: {
      'en-US': paragraphs(
        'Orders placed before 2 pm leave our warehouse the same working day.',
        'Delivery within Hong Kong takes one to two working days.',
      ),
      'zh-HK': paragraphs('下午二時前的訂單會於同一工作天寄出。', '本地送貨需時一至兩個工作天。'),
      'zh-CN': paragraphs('下午两点前的订单会在同一工作日寄出。', '本地送货需时一至两个工作日。'),
    },
  },
]

const blocks = [
  {
    identifier: 'home',
    title: { 'en-US': 'Tea, unhurried', 'zh-HK': '慢享一杯茶', 'zh-CN': '慢享一杯茶' },
    content: {
      'en-US': paragraphs('Small harvests from Fujian, Zhejiang and Yunnan, packed in Sheung Wan the week you order.'),
      'zh-HK': paragraphs('來自福建、浙江及雲南的小批茶葉，於你下單當週在上環包裝。'),
      'zh-CN': paragraphs('来自福建、浙江及云南的小批茶叶，于你下单当周在上环包装。'),
    },
  },
  {
    identifier: 'announcement',
    title: { 'en-US': 'Announcement', 'zh-HK': '公告', 'zh-CN': '公告' },
    content: {
      'en-US': paragraphs('Free delivery in Hong Kong from HK$500'),
      'zh-HK': paragraphs('本地訂單滿 HK$500 免運費'),
      'zh-CN': paragraphs('本地订单满 HK$500 免运费'),
    },
  },
  {
    identifier: 'footer',
    title: { 'en-US': 'Visit us', 'zh-HK': '到訪我們', 'zh-CN': '到访我们' },
    content: {
      'en-US': paragraphs('G/F, 18 Wing Lok Street, Sheung Wan', 'Daily 11 am – 8 pm'),
      'zh-HK': paragraphs('上環永樂街 18 號地下', '每日上午十一時至晚上八時'),
      'zh-CN': paragraphs('上环永乐街 18 号地下', '每日上午十一点至晚上八点'),
    },
  },
]

/** Pages and blocks of the demo shop. Running it again changes nothing. */
export const seedContent: Seed = async (ctx) => {
  for (const input of pages) {
    if (await ctx.kernel.resources.findBy(ctx, 'page', 'url', input.url)) continue
    await ctx.kernel.resources.create(ctx, 'page', input)
  }
  for (const input of blocks) {
    if (!(await ctx.kernel.resources.findBy(ctx, 'block', 'identifier', input.identifier)))
      await ctx.kernel.resources.create(ctx, 'block', input)
  }
}
