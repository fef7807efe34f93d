import { defineTexts } from '../kit/texts.ts'

/** Texts of pages for phones. */
export const useTexts = defineTexts({
  'en-US': {
    count: 'Count',
    camera: 'Scan with the camera',
    cameraOff: 'Close the camera',
    cameraFailed: 'The camera could not be opened. Allow it for this page, or type the code.',
    noCamera: 'This browser cannot read codes with the camera. Use a scanner, or type the code.',
    picture: 'What the camera sees',
  },
  'zh-HK': {
    count: '計數',
    camera: '用相機掃描',
    cameraOff: '關閉相機',
    cameraFailed: '未能開啟相機。請允許此頁使用相機，或輸入編號。',
    noCamera: '此瀏覽器不能用相機讀取條碼。請使用掃描器，或輸入編號。',
    picture: '相機畫面',
  },
  'zh-CN': {
    count: '计数',
    camera: '用相机扫描',
    cameraOff: '关闭相机',
    cameraFailed: '无法打开相机。请允许此页使用相机，或输入编号。',
    noCamera: '此浏览器不能用相机读取条码。请使用扫描器，或输入编号。',
    picture: '相机画面',
  },
})
