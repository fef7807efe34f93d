import { defineTexts } from '../../../../ui-admin/src/kit/index.ts'

/** Texts of the mail test. */
export const useTexts = defineTexts({
  'en-US': {
    testTitle: 'Try it out',
    testText: 'Writes a mail at once and tells what the mail server says.',
    testTo: 'Send to',
    testSend: 'Send test mail',
    testSent: 'The mail server took the mail for {{to}}.',
    testKept: 'No mail server is set (STOA_SMTP_URL), so the mail was kept in the outbox.',
    testFailed: 'The mail server refused: {{error}}',
    outbox: 'Open the outbox',
  },
  'zh-HK': {
    testTitle: '測試一下',
    testText: '立即寄出一封電郵，並顯示郵件伺服器的回應。',
    testTo: '收件地址',
    testSend: '寄出測試電郵',
    testSent: '郵件伺服器已接收寄給 {{to}} 的電郵。',
    testKept: '未設定郵件伺服器（STOA_SMTP_URL），電郵已保留在寄件匣。',
    testFailed: '郵件伺服器拒絕：{{error}}',
    outbox: '開啟寄件匣',
  },
  'zh-CN': {
    testTitle: '测试一下',
    testText: '立即寄出一封邮件，并显示邮件服务器的回应。',
    testTo: '收件地址',
    testSend: '寄出测试邮件',
    testSent: '邮件服务器已接收寄给 {{to}} 的邮件。',
    testKept: '未设置邮件服务器（STOA_SMTP_URL），邮件已保留在发件箱。',
    testFailed: '邮件服务器拒绝：{{error}}',
    outbox: '打开发件箱',
  },
})
