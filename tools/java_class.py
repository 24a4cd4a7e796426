"""One Java class, assembled here: the Java runtime on PyPI has no compiler, and a virtual machine per file is slow.

`BATCH` is the class file of this program:

    class Batch {
        static void judge(String path) {
            ToolIO.reset();
            ParseAlgorithm.inGetMacro = false;               // stays set after an error inside a macro
            ToolIO.out.println("translator: " + trans.runMe(new String[] {"-nocfg", path}));
            SpecObj spec = new SpecObj(path, null);
            SANY.frontEndMain(spec, path, ToolIO.out);
            ToolIO.out.println("analyser: " + spec.getErrorLevel());
        }
        public static void main(String[] args) {
            ToolIO.setMode(ToolIO.TOOL);                 // messages are kept, and the virtual machine goes on after errors
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            String path;
            while ((path = in.readLine()) != null) {
                try { judge(path); } catch (Throwable thrown) { ToolIO.out.println("thrown: " + thrown); }
                ToolIO.printAllMessages();
                System.out.println("done: ");
            }
        }
    }

The file has version 49, whose verifier needs no stack maps (*The Java Virtual Machine Specification*, chapters 4 and 6).
"""

from __future__ import annotations

import struct

_PUBLIC_STATIC = 0x0009


class _Pool:
    """The constant pool: entries by what they are, numbered from 1."""

    def __init__(self) -> None:
        self.entries: dict[bytes, int] = {}

    def add(self, tag: int, data: bytes) -> int:
        return self.entries.setdefault(bytes([tag]) + data, len(self.entries) + 1)

    def text(self, text: str) -> int:
        data = text.encode()
        return self.add(1, struct.pack(">H", len(data)) + data)

    def class_(self, name: str) -> int:
        return self.add(7, struct.pack(">H", self.text(name)))

    def string(self, text: str) -> int:
        return self.add(8, struct.pack(">H", self.text(text)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        """A field (tag 9) or a method (tag 10)."""
        pair = self.add(12, struct.pack(">HH", self.text(name), self.text(descriptor)))
        return self.add(tag, struct.pack(">HH", self.class_(owner), pair))


class _Code:
    """The instructions of one method."""

    def __init__(self, pool: _Pool) -> None:
        self.pool = pool
        self.code = bytearray()
        self.handlers: list[tuple[int, int, int, str]] = []

    def op(self, *codes: int) -> None:
        self.code += bytes(codes)

    def _with_index(self, code: int, index: int) -> None:
        self.code += struct.pack(">BH", code, index)

    def static(self, owner: str, name: str, descriptor: str) -> None:
        self._with_index(0xB8, self.pool.member(10, owner, name, descriptor))

    def virtual(self, owner: str, name: str, descriptor: str) -> None:
        self._with_index(0xB6, self.pool.member(10, owner, name, descriptor))

    def construct(self, owner: str, descriptor: str) -> None:
        self._with_index(0xB7, self.pool.member(10, owner, "<init>", descriptor))

    def field(self, owner: str, name: str, descriptor: str, *, put: bool = False) -> None:
        self._with_index(0xB3 if put else 0xB2, self.pool.member(9, owner, name, descriptor))

    def new(self, name: str) -> None:
        """A new object, twice on the stack: for its constructor and for its user."""
        self._with_index(0xBB, self.pool.class_(name))
        self.op(0x59)

    def array(self, name: str) -> None:
        self._with_index(0xBD, self.pool.class_(name))

    def string(self, text: str) -> None:
        self._with_index(0x13, self.pool.string(text))

    def jump(self, code: int, target: int) -> None:
        self.code += struct.pack(">Bh", code, target - len(self.code))

    def join(self, descriptor: str) -> None:
        """The string under the top of the stack and the value on top of it as one string."""
        self.static("java/lang/String", "valueOf", f"({descriptor})Ljava/lang/String;")
        self.virtual("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;")

    def print(self) -> None:
        """Print the string on the stack, under which a PrintStream is."""
        self.virtual("java/io/PrintStream", "println", "(Ljava/lang/String;)V")

    def method(self, name: str, descriptor: str, variables: int) -> bytes:
        table = struct.pack(">H", len(self.handlers))
        for start, end, handler, caught in self.handlers:
            table += struct.pack(">HHHH", start, end, handler, self.pool.class_(caught))
        body = struct.pack(">HHI", 10, variables, len(self.code)) + bytes(self.code) + table + struct.pack(">H", 0)
        attribute = struct.pack(">HI", self.pool.text("Code"), len(body)) + body
        return struct.pack(">HHHH", _PUBLIC_STATIC, self.pool.text(name), self.pool.text(descriptor), 1) + attribute


_OUT = ("util/ToolIO", "out", "Ljava/io/PrintStream;")
_ALOAD_0, _ALOAD_1, _ASTORE_0, _ASTORE_1, _ASTORE_2, _ALOAD_2 = 0x2A, 0x2B, 0x4B, 0x4C, 0x4D, 0x2C
_RETURN, _DUP, _AASTORE, _ICONST_0, _ICONST_1, _ICONST_2, _ACONST_NULL, _POP = 0xB1, 0x59, 0x53, 0x03, 0x04, 0x05, 0x01, 0x57
_IFNULL, _GOTO = 0xC6, 0xA7


def _judge(pool: _Pool) -> bytes:
    code = _Code(pool)
    code.static("util/ToolIO", "reset", "()V")
    code.op(_ICONST_0)
    code.field("pcal/ParseAlgorithm", "inGetMacro", "Z", put=True)
    code.field(*_OUT)
    code.string("translator: ")
    code.op(_ICONST_2)
    code.array("java/lang/String")
    code.op(_DUP, _ICONST_0)
    code.string("-nocfg")
    code.op(_AASTORE, _DUP, _ICONST_1, _ALOAD_0, _AASTORE)
    code.static("pcal/trans", "runMe", "([Ljava/lang/String;)I")
    code.join("I")
    code.print()
    code.new("tla2sany/modanalyzer/SpecObj")
    code.op(_ALOAD_0, _ACONST_NULL)
    code.construct("tla2sany/modanalyzer/SpecObj", "(Ljava/lang/String;Lutil/FilenameToStream;)V")
    code.op(_ASTORE_1, _ALOAD_1, _ALOAD_0)
    code.field(*_OUT)
    code.static("tla2sany/drivers/SANY", "frontEndMain", "(Ltla2sany/modanalyzer/SpecObj;Ljava/lang/String;Ljava/io/PrintStream;)I")
    code.op(_POP)
    code.field(*_OUT)
    code.string("analyser: ")
    code.op(_ALOAD_1)
    code.virtual("tla2sany/modanalyzer/SpecObj", "getErrorLevel", "()I")
    code.join("I")
    code.print()
    code.op(_RETURN)
    return code.method("judge", "(Ljava/lang/String;)V", 2)


def _main(pool: _Pool) -> bytes:
    code = _Code(pool)
    code.op(_ICONST_1)
    code.static("util/ToolIO", "setMode", "(I)Z")
    code.op(_POP)
    code.new("java/io/BufferedReader")
    code.new("java/io/InputStreamReader")
    code.field("java/lang/System", "in", "Ljava/io/InputStream;")
    code.construct("java/io/InputStreamReader", "(Ljava/io/InputStream;)V")
    code.construct("java/io/BufferedReader", "(Ljava/io/Reader;)V")
    code.op(_ASTORE_1)
    loop = len(code.code)
    code.op(_ALOAD_1)
    code.virtual("java/io/BufferedReader", "readLine", "()Ljava/lang/String;")
    code.op(_DUP, _ASTORE_2)
    # The return stands right after: over it to the body, which is 3 bytes (this jump) and 1 byte (the return) away.
    code.jump(0xC7, len(code.code) + 4)
    code.op(_RETURN)
    begin = len(code.code)
    code.op(_ALOAD_2)
    code.static("pcal/Batch", "judge", "(Ljava/lang/String;)V")
    end = len(code.code)
    after = end + 3
    handler_length = 1 + 3 + 3 + 1 + 3 + 3 + 3
    code.jump(_GOTO, after + handler_length)
    code.handlers.append((begin, end, len(code.code), "java/lang/Throwable"))
    code.op(_ASTORE_2)
    code.field(*_OUT)
    code.string("thrown: ")
    code.op(_ALOAD_2)
    code.join("Ljava/lang/Object;")
    code.print()
    assert len(code.code) == after + handler_length
    code.static("util/ToolIO", "printAllMessages", "()V")
    code.field("java/lang/System", "out", "Ljava/io/PrintStream;")
    code.string("done: ")
    code.print()
    code.jump(_GOTO, loop)
    return code.method("main", "([Ljava/lang/String;)V", 3)


def _batch() -> bytes:
    pool = _Pool()
    this, parent = pool.class_("pcal/Batch"), pool.class_("java/lang/Object")
    methods = [_judge(pool), _main(pool)]
    data = struct.pack(">IHH", 0xCAFEBABE, 0, 49)
    data += struct.pack(">H", len(pool.entries) + 1) + b"".join(pool.entries)
    data += struct.pack(">HHHHHH", 0x0021, this, parent, 0, 0, len(methods)) + b"".join(methods)
    return data + struct.pack(">H", 0)


BATCH = _batch()
"""The bytes of `Batch.class`."""
