import { defineTexts } from '../../../../ui-admin/src/kit/index.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'
import { zhHk } from './texts/zh-hk.ts'

/** Texts of the screens of orders. */
export const useTexts = defineTexts({ 'en-US': en, 'zh-HK': zhHk, 'zh-CN': zhCn })
