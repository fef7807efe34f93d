import { definePlugin, FILE_STORES, contribute } from 'stoa'
import { memoryFiles } from './store.ts'

export default definePlugin({ id: 'memory-files', contributions: [contribute(FILE_STORES, 'memory', memoryFiles)] })
