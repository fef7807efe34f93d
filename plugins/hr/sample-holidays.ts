/** The source of the sample holidays, shown on the calendar. */
export const SOURCE = 'Sample data for 2026 and 2027. Compare it with the list of the government: www.gov.hk/en/about/abouthk/holiday'

type Titles = readonly [english: string, hongKong: string, mainland: string]

const titles = {
  newYear: ['The first day of January', '一月一日', '一月一日'],
  lunar1: ['Lunar New Year’s Day', '農曆年初一', '农历年初一'],
  lunar2: ['The second day of Lunar New Year', '農曆年初二', '农历年初二'],
  lunar3: ['The third day of Lunar New Year', '農曆年初三', '农历年初三'],
  lunar4: ['The fourth day of Lunar New Year', '農曆年初四', '农历年初四'],
  goodFriday: ['Good Friday', '耶穌受難節', '耶稣受难节'],
  afterGoodFriday: ['The day following Good Friday', '耶穌受難節翌日', '耶稣受难节翌日'],
  easter: ['Easter Monday', '復活節星期一', '复活节星期一'],
  afterEaster: ['The day following Easter Monday', '復活節星期一翌日', '复活节星期一翌日'],
  chingMing: ['Ching Ming Festival', '清明節', '清明节'],
  afterChingMing: ['The day following Ching Ming Festival', '清明節翌日', '清明节翌日'],
  labour: ['Labour Day', '勞動節', '劳动节'],
  buddha: ['The Birthday of the Buddha', '佛誕', '佛诞'],
  afterBuddha: ['The day following the Birthday of the Buddha', '佛誕翌日', '佛诞翌日'],
  tuenNg: ['Tuen Ng Festival', '端午節', '端午节'],
  establishment: ['Hong Kong Special Administrative Region Establishment Day', '香港特別行政區成立紀念日', '香港特别行政区成立纪念日'],
  midAutumn: ['The day following the Chinese Mid-Autumn Festival', '中秋節翌日', '中秋节翌日'],
  national: ['National Day', '國慶日', '国庆日'],
  chungYeung: ['Chung Yeung Festival', '重陽節', '重阳节'],
  afterChungYeung: ['The day following Chung Yeung Festival', '重陽節翌日', '重阳节翌日'],
  christmas: ['Christmas Day', '聖誕節', '圣诞节'],
  afterChristmas: ['The first weekday after Christmas Day', '聖誕節後第一個周日', '圣诞节后第一个周日'],
} as const satisfies Record<string, Titles>

/** General holidays that are not statutory ones. */
const generalOnly: ReadonlySet<keyof typeof titles> = new Set(['goodFriday', 'afterGoodFriday'])

const days: readonly (readonly [date: string, title: keyof typeof titles])[] = [
  ['2026-01-01', 'newYear'],
  ['2026-02-17', 'lunar1'],
  ['2026-02-18', 'lunar2'],
  ['2026-02-19', 'lunar3'],
  ['2026-04-03', 'goodFriday'],
  ['2026-04-04', 'afterGoodFriday'],
  ['2026-04-06', 'afterChingMing'],
  ['2026-04-07', 'afterEaster'],
  ['2026-05-01', 'labour'],
  ['2026-05-25', 'afterBuddha'],
  ['2026-06-19', 'tuenNg'],
  ['2026-07-01', 'establishment'],
  ['2026-09-26', 'midAutumn'],
  ['2026-10-01', 'national'],
  ['2026-10-19', 'afterChungYeung'],
  ['2026-12-25', 'christmas'],
  ['2026-12-26', 'afterChristmas'],
  ['2027-01-01', 'newYear'],
  ['2027-02-06', 'lunar1'],
  ['2027-02-08', 'lunar3'],
  ['2027-02-09', 'lunar4'],
  ['2027-03-26', 'goodFriday'],
  ['2027-03-27', 'afterGoodFriday'],
  ['2027-03-29', 'easter'],
  ['2027-04-05', 'chingMing'],
  ['2027-05-01', 'labour'],
  ['2027-05-13', 'buddha'],
  ['2027-06-09', 'tuenNg'],
  ['2027-07-01', 'establishment'],
  ['2027-09-16', 'midAutumn'],
  ['2027-10-01', 'national'],
  ['2027-10-08', 'chungYeung'],
  ['2027-12-25', 'christmas'],
  ['2027-12-27', 'afterChristmas'],
]

/** The holidays of Hong Kong as sample data, which the shop can edit. */
export const sampleHolidays = days.map(([date, key]) => {
  const [english, hongKong, mainland] = titles[key]
  return {
    date,
    kind: generalOnly.has(key) ? ('general' as const) : ('statutory' as const),
    title: { 'en-US': english, 'zh-HK': hongKong, 'zh-CN': mainland },
  }
})
