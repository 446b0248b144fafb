declare module 'virtual:icons' {
  const icons: Record<string, string>;
  export default icons;
}

declare module 'virtual:icons/cafe' {
  const icons: Record<string, string>;
  export default icons;
}

declare module 'virtual:icons/forglory' {
  const icons: Record<string, string>;
  export default icons;
}

declare module 'virtual:icons/escarmouche' {
  const icons: Record<string, string>;
  export default icons;
}
