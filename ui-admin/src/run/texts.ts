import { defineTexts } from '../kit/texts.ts'

/** Texts of long work. */
export const useTexts = defineTexts({
  'en-US': {
    waiting: 'Waiting for its turn',
    progress: '{{done}} of {{total}}',
    progressOpen: '{{done}} so far',
    stopping: 'Stopping',
    stop: 'Stop',
    stopOf: 'Stop {{title}}',
    stopAsk: 'Stop this?',
    stopText: 'What was done until now stays.',
    failed: 'This could not be stopped',
  },
  'zh-HK': {
    waiting: '等候處理',
    progress: '{{total}} 項中已完成 {{done}} 項',
    progressOpen: '已完成 {{done}} 項',
    stopping: '正在停止',
    stop: '停止',
    stopOf: '停止「{{title}}」',
    stopAsk: '確定停止？',
    stopText: '至今已完成的部分會保留。',
    failed: '未能停止',
  },
  'zh-CN': {
    waiting: '等候处理',
    progress: '{{total}} 项中已完成 {{done}} 项',
    progressOpen: '已完成 {{done}} 项',
    stopping: '正在停止',
    stop: '停止',
    stopOf: '停止“{{title}}”',
    stopAsk: '确定停止？',
    stopText: '至今已完成的部分会保留。',
    failed: '未能停止',
  },
})
