"""How rules are compiled: each one by itself into intermediate code, linked and made native only for those that Python
calls.

Numba makes every function native with all that it calls inside, and optimises all of that again at each level. Here a
rule that other rules call (a part) stays intermediate code, unlinked; a rule that Python calls (an entry) links the
parts that it needs, and LLVM sees the whole once. The games are the same, bit for bit, in half of the time.
"""

import hashlib
import sys
from collections.abc import Callable
from typing import Any

from llvmlite import binding as llvm
from numba import types
from numba.core import bytecode, compiler, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import ExtractByteCode

from escaramuza.kernel import cache
from escaramuza.kernel.jit import Rule

NARROW = (types.int8, types.int16, types.int32)
# Called with each rule that is there at last, and whether as an entry.
watchers: list[Callable[[Rule, bool], None]] = []
# Whether what is being compiled calls foundations as native code, innermost last.
_above: list[bool] = []
# Which rule a library is the code of: module, name, types of the arguments; and which code that is.
Names = tuple[str, str, tuple[Any, ...], str]


def _widest(kind: Any) -> Any:
    """The type that a call is compiled for: no constants, no narrow whole numbers. Numba would compile a function again
    for every constant that it is called with, and for every mixture of fields and whole numbers; and a code of one
    game's table would be of another type than the same code of another's."""
    kind = types.unliteral(kind)
    return types.int64 if kind in NARROW or isinstance(kind, types.IntEnumMember) else kind


class Gathering(JITCodeLibrary):
    """Code that takes along what the parts it calls call. Native rules that it calls stay where they are: `stands_on`
    are the entries that must be there before it."""

    needs: tuple["Unlinked", ...] = ()
    stands_on: tuple[Names, ...] = ()

    def add_linking_library(self, library: Any) -> None:
        """Link a library, and the parts that it needs."""
        entry = getattr(library, "entry", None)
        if entry is not None:
            self._stand_on(entry)
            return
        super().add_linking_library(library)
        self._stand_on(*getattr(library, "stands_on", ()))
        for needed in getattr(library, "needs", ()):
            super().add_linking_library(needed)

    def _stand_on(self, *entries: Names) -> None:
        self.stands_on = tuple(dict.fromkeys((*self.stands_on, *entries)))


class Unlinked(Gathering):
    """The intermediate code of one part. `needs` are the parts that it calls, and those that they call."""

    names: Names

    def finalize(self) -> None:
        """Take in Numba's own helpers; other parts and the runtime are linked by whoever becomes native."""
        own = {function.name for function in self._final_module.functions}
        called: dict[Unlinked, None] = {}
        for library in dict.fromkeys(self._linking_libraries):
            if isinstance(library, Unlinked):
                called[library] = None
            elif library is not rtsys.library:
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        # Numba numbers its helpers afresh in each process: under their names another part may know quite other ones.
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self.needs = tuple(called)
        self._final_module.verify()
        self._finalized = True


class Key:
    """Stands for a part where Numba expects a compiled function."""


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Lowering that ends with the intermediate code."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a part."""
        state.library = library = Unlinked(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        library.finalize()
        key = Key()
        state.targetctx.insert_user_function(key, state.cr.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = state.cr._replace(cfunc=key)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lowering to native code, with all parts linked in."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower an entry."""
        state.library = Gathering(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class RuleCompiler(compiler.CompilerBase):
    """Numba's usual way up to the lowering."""

    lowering: type[NativeLowering] = EntryLowering

    def compile_extra(self, func: Any) -> Any:
        """Compile a function under a name for good: Numba numbers functions in the order in which a process meets
        them, and parts from several processes must agree on their names."""
        self.state.func_id = identity = bytecode.FunctionIdentity.from_function(func)
        code = func.__code__
        digest = hashlib.sha256(code.co_code + repr((code.co_names, code.co_consts)).encode())
        identity.unique_id = int(digest.hexdigest()[:8], 16)
        ExtractByteCode().run_pass(self.state)
        self.state.lifted, self.state.lifted_from = (), None
        return self._compile_bytecode()

    def define_pipelines(self) -> list[Any]:
        """One pipeline, the last step of it ours."""
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.passes = [(self.lowering if step is NativeLowering else step, why) for step, why in usual.passes]
        usual._finalized = False
        usual.finalize()
        return [usual]


class PartCompiler(RuleCompiler):
    """The same for parts."""

    lowering = PartLowering


class Kept:
    """A rule's files in the cache, in the shape that Numba's dispatchers ask for."""

    def __init__(self, function: Any, kind: str, mode: str) -> None:
        self.function = function
        self.kind = kind
        self.mode = mode

    def name(self, sig: Any, codegen: Any) -> str:
        """The file of a signature on this kind of processor."""
        code, where = self.function.__code__, self.function.__module__
        what = (
            where,
            self.function.__qualname__,
            str(sig),
            codegen.magic_tuple(),
            code.co_code,
            str((code.co_names, code.co_consts)),
            cache.origin(self.function),
        )
        digest = hashlib.sha256(repr(what).encode()).hexdigest()[:20]
        return f"{where.rpartition('.')[2]}.{self.function.__name__}-{digest}.{self.kind}"

    def load_overload(self, sig: Any, context: Any) -> Any:
        """The compiled rule, or None."""
        context.refresh()
        reduced = cache.load(self.name(sig, context.codegen()), self.mode)
        return None if reduced is None else self._rebuild(context, reduced)

    def save_overload(self, sig: Any, result: Any) -> None:
        """Keep a compiled rule."""
        cache.save(self.name(sig, result.codegen), self.mode, dumps(self._reduce(result)))

    def flush(self) -> None:
        """Nothing is kept in memory."""

    def _reduce(self, result: Any) -> Any:
        (name, kind, (native, linkable)), *others = result._reduce()
        return result.library.stands_on, ((name, kind, (native, _names_only(linkable))), *others)

    def _rebuild(self, context: Any, reduced: Any) -> Any:
        stands_on, described = reduced
        return compiler.CompileResult._rebuild(context, *described) if _all_there(stands_on) else None


def _all_there(entries: tuple[Names, ...]) -> bool:
    """Compile or load what something stands on; False where a name means nothing any more, or another code."""
    for names in entries:
        rule, args = _named(names), names[2]
        if rule is None:
            return False
        rule.compiled.compile(args)
        if rule.compiled.overloads[args].library.entry != names:
            return False
    return True


def _named(names: Names) -> Rule | None:
    found = getattr(sys.modules.get(names[0]), names[1], None)
    return found if isinstance(found, Rule) else None


def _names_only(linkable: bytes) -> bytes:
    """What Numba asks of native code's intermediate code once nobody links it any more: the names that it defines."""
    defined = [f.name for f in llvm.parse_bitcode(linkable).functions if not f.is_declaration]
    return bytes(
        llvm.parse_assembly("\n".join(f'define void @"{name}"() {{ ret void }}' for name in defined)).as_bitcode()
    )


class KeptPart(Kept):
    """A part's files: its own code, and which other parts it needs."""

    def _reduce(self, result: Any) -> Any:
        library, described = result.library, result.fndesc
        described.typemap = described.calltypes = None
        needs = [needed.names for needed in library.needs], library.stands_on
        code = library._get_module_for_linking().as_bitcode()
        return library.name, code, needs, described, result.environment, result.signature, result.reload_init

    def _rebuild(self, context: Any, reduced: Any) -> Any:
        name, code, (needs, stands_on), described, environment, signature, reload_init = reduced
        if not _all_there(stands_on):
            return None
        found = []
        for names in needs:
            needed = _named(names)
            if needed is None:
                return None
            part, args = needed.compiled.part, names[2]
            part.compile(args)
            library = part.overloads[args].library
            if library.names != names:
                return None
            found.append(library)
        for prepare in reload_init:
            prepare()
        library = Unlinked(context.codegen(), name)
        library._final_module = llvm.parse_bitcode(code)
        library.needs, library.stands_on, library._finalized = tuple(found), stands_on, True
        return compiler.CompileResult(
            typing_context=context.typing_context,
            target_context=context,
            entry_point=Key(),
            typing_error=None,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=described,
            library=library,
            call_helper=None,
            environment=environment,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=(),
        )


class Compiling(CPUDispatcher):
    """What parts and entries share: one process at a time compiles a rule, the others wait and load it."""

    entry: bool

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load what somebody compiled."""
        args, _ = sigutils.normalize_signature(sig)
        if args in self.overloads:
            return self.overloads[args].entry_point
        with global_compiler_lock:
            _above.append(self.entry or "__rules__" in self.py_func.__globals__)
            try:
                return self._compile_alone(sig)
            finally:
                _above.pop()

    def _names(self, result: Any) -> Names:
        """What something must find again that was compiled to call this: the same symbol, giving the same type."""
        function, args = self.py_func, tuple(result.signature.args)
        file = self._cache.name(result.signature.args, self.targetctx.codegen())
        code = f"{file} {result.fndesc.mangled_name} {result.signature.return_type}"
        return function.__module__, function.__name__, args, code

    def _compile_alone(self, sig: Any) -> Any:
        kept = self._cache
        name = kept.name(sig, self.targetctx.codegen())
        if cache.has(name, kept.mode):
            return super().compile(sig)
        with cache.lock(name, kept.mode):
            return super().compile(sig)


class Part(Compiling):
    """A rule as others call it."""

    entry = False
    rule: Rule

    def add_overload(self, cres: Any) -> None:
        """A rule is there, for others to call."""
        cres.library.names = self._names(cres)
        self.overloads[tuple(cres.signature.args)] = cres
        for watch in watchers:
            watch(self.rule, False)


class Entry(Compiling):
    """A rule as Python calls it; where other rules call it, its part is taken. What is built upon a foundation calls
    its native code, so that playouts and search need not start again with the whole game."""

    entry = True
    rule: Rule
    part: Part

    def add_overload(self, cres: Any) -> None:
        """A rule is there, for Python to call."""
        cres.library.entry = self._names(cres)
        super().add_overload(cres)
        for watch in watchers:
            watch(self.rule, True)

    @property
    def is_compiling(self) -> Any:
        """Whether a call to this rule is one to itself."""
        return super().is_compiling or self.part.is_compiling

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call from another rule is typed as."""
        wide = [_widest(a) for a in args], {name: _widest(a) for name, a in kws.items()}
        return super().get_call_template(*wide) if self._as_entry() else self.part.get_call_template(*wide)

    def get_overload(self, sig: Any) -> Any:
        """What a call from another rule goes to."""
        return super().get_overload(sig) if self._as_entry() else self.part.get_overload(sig)

    def _as_entry(self) -> bool:
        return self.rule.foundation and _above[-1]


def compiled(rule: Rule, mode: str, checked: bool) -> Entry:
    """A rule for Numba: no GIL, no Python objects, and no memory of its own: to allocate some does not compile."""
    function = rule.py_func
    options = {"nopython": True, "nogil": True, "boundscheck": checked, "_nrt": False, "no_cfunc_wrapper": True}
    made = Entry(function, targetoptions=options, pipeline_class=RuleCompiler)
    part = Part(function, targetoptions={**options, "no_cpython_wrapper": True}, pipeline_class=PartCompiler)
    made._cache, part._cache = Kept(function, "entry", mode), KeptPart(function, "part", mode)
    made.part = part
    made.rule = part.rule = rule
    return made
