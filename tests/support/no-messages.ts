import english from '../../ui-store/src/i18n/en-US.json'
import hongKong from '../../ui-store/src/i18n/zh-HK.json'
import mainland from '../../ui-store/src/i18n/zh-CN.json'
import type { Messages } from '../../ui-store/src/i18n/create.ts'

const only = (shell: Messages) => () => Promise.resolve({ default: { shell } })

/** Replaces the messages that the build collects: those of the store shell only, because a test of one module has no plugins. */
export const messages: VirtualStore['messages'] = { 'en-US': only(english), 'zh-HK': only(hongKong), 'zh-CN': only(mainland) }
