export declare function wordingErrors(file: string, text: string): string[]
