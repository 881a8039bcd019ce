export function licenceIn(folder: string): 'MIT' | 'none'
