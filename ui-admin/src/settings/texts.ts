import { defineTexts } from '../kit/texts.ts'

/** Texts of the configuration screen. */
export const useTexts = defineTexts({
  'en-US': {
    found: 'Settings that match',
    nothing: 'No setting matches “{{words}}”.',
    clear: 'Show all tabs',
    graveTitle: 'Change {{field}}?',
    from: 'From {{old}} to {{new}}.',
    effects: 'What follows from it:',
    type: 'Type {{word}} to confirm',
    change: 'Change it',
    secretNone: 'Not set',
    secretGone: 'Will be removed when you save',
  },
  'zh-HK': {
    found: '符合的設定',
    nothing: '沒有設定符合「{{words}}」。',
    clear: '顯示所有分頁',
    graveTitle: '要更改「{{field}}」嗎？',
    from: '由 {{old}} 改為 {{new}}。',
    effects: '更改的影響：',
    type: '輸入 {{word}} 以確認',
    change: '確認更改',
    secretNone: '未設定',
    secretGone: '儲存後會移除',
  },
  'zh-CN': {
    found: '符合的设置',
    nothing: '没有设置符合“{{words}}”。',
    clear: '显示所有标签页',
    graveTitle: '要更改“{{field}}”吗？',
    from: '由 {{old}} 改为 {{new}}。',
    effects: '更改的影响：',
    type: '输入 {{word}} 以确认',
    change: '确认更改',
    secretNone: '未设置',
    secretGone: '保存后会移除',
  },
})
